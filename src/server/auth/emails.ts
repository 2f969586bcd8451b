/** An address as it is compared and found by: trimmed, NFKC, lower case by ASCII's rules alone. */
export function emailKey(email: string): string {
  return email
    .trim()
    .normalize('NFKC')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
