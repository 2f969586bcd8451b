import type { Page } from 'playwright-core'

/** Counts the sheets that a page is printed on; of US letter paper, or of the given size. */
export async function sheetsOf(page: Page, size: { width?: string; height?: string } = {}): Promise<number> {
  const pdf = await page.pdf(size)
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}
