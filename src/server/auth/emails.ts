/** The key by which addresses are compared and found: trimmed, NFKC, ASCII letters in lower case. */
export function emailKey(email: string): string {
  return email
    .trim()
    .normalize('NFKC')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
