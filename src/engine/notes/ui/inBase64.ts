/** The content of a file as text that JSON can carry. */
export async function inBase64(file: File): Promise<string> {
  return btoa(Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
}
