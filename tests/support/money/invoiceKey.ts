/** A national NFS-e key of a document, with the check digit reckoned apart from the product. */
export function invoiceKey(kind: 1 | 2, document: string, month = '11'): string {
  const body = `35503082${kind}${document.padStart(14, '0')}${'123'.padStart(13, '0')}26${month}${'456789'.padStart(9, '0')}`
  let sum = 0
  for (let place = 48, weight = 2; place >= 0; place -= 1, weight = weight === 9 ? 2 : weight + 1)
    sum += (body.charCodeAt(place) - 48) * weight
  return `${body}${sum % 11 < 2 ? 0 : 11 - (sum % 11)}`
}
