import type { Page } from 'playwright-core'

/** Counts the sheets that a page is printed on. */
export async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf()
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}
