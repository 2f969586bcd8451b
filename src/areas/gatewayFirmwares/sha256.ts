/** The SHA-256 of a file, 64 hexadecimal digits in lower case; null in browsers that cannot compute it, on pages without HTTPS. */
export async function sha256Of(file: Blob): Promise<string | null> {
  const { subtle } = crypto as Partial<Crypto>
  if (subtle === undefined) return null
  const digest = await subtle.digest('SHA-256', new Uint8Array(await file.arrayBuffer()))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
