/** The page that visitors see where a link does not exist. */
export const unknownLink = {
  title: 'This link does not exist',
  help: 'The address may have been typed wrong or copied in part. Ask the sender for a new one.',
  onwards: 'Go to %{name}',
}

/** The panel of a promo code. */
export const codes = {
  title: 'Code request',
  lead: 'The affiliate requested this code. Activity that already used it is attributed once you approve.',
}
