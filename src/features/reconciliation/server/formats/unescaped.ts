const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" }

/** A text with its characters named or numbered as XML does. No other entities: a file cannot have anything expanded. */
export const unescaped = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|nbsp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name?: string, number?: string, hex?: string) => {
      if (name) return named[name.toLowerCase()]!
      const code = number ? Number(number) : Number.parseInt(hex!, 16)
      return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
