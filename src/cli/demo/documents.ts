/** A CPF with its check digits from its first nine (domain.md, section 6). */
export function cpfOf(base: number): string {
  const digits = String(base).padStart(9, '0')
  const first = digits + checkDigit(digits)
  return first + checkDigit(first)
}

function checkDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (digits.length + 1 - index), 0)
  return sum % 11 < 2 ? '0' : String(11 - (sum % 11))
}
