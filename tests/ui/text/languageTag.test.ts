import { describe, expect, it } from 'vitest'
import { replaceInvalidLanguage } from '../../../src/ui/text/languageTag'

/** Makes a browser with this language, which is read-only as in a real one. */
function browserOf(language: string | undefined): Navigator {
  return Object.create({
    get language() {
      return language
    },
  }) as Navigator
}

describe('replaceInvalidLanguage', () => {
  it.each(['C', 'en_US.UTF-8', '', undefined])('sets English when the browser’s language is %s', (language) => {
    const browser = browserOf(language)
    replaceInvalidLanguage(browser)
    expect(browser.language).toBe('en')
  })

  it.each(['de', 'en-GB', 'zh-Hant-TW'])('leaves %s alone', (language) => {
    const browser = browserOf(language)
    replaceInvalidLanguage(browser)
    expect(browser.language).toBe(language)
  })
})
