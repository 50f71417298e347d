/** Everything below these belongs to the API: what is not there is 404 in JSON, never a page. */
const apiPrefixes = ['/api/', '/ingest/', '/postback/', '/t/', '/media/', '/action/', '/assets/', '/docs/', '/digest/']

/** Does a request for what no route answers get the one page? */
export function isPageAddress({
  method,
  url,
  accept = '*/*',
}: {
  method: string
  url: string
  accept: string | undefined
}): boolean {
  const path = url.split('?')[0]!
  if (method !== 'GET' || apiPrefixes.some((prefix) => `${path}/`.startsWith(prefix))) return false
  return (accept.includes('text/html') || accept.includes('*/*')) && !/\.[a-z0-9]+$/i.test(path)
}
