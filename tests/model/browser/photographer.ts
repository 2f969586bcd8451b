import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Takes a small picture of every step. */
export function photographer(page: Page, folder: string) {
  mkdirSync(join(folder, 'pictures'), { recursive: true })
  return async (tour: string, step: number) => {
    const file = `pictures/${tour.replace(/\W+/g, '-')}-${step}.jpg`
    await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 62 })
    return file
  }
}
