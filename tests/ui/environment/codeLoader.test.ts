// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeLoader, noteLostStyle } from '../../../src/ui/environment/codeLoader'

const sheets = () => Array.from(document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
afterEach(() => document.head.replaceChildren())

describe('codeLoader', () => {
  it('runs the import once however often it is called', async () => {
    const load = vi.fn(() => Promise.resolve('code'))
    const bring = codeLoader(load)
    expect(await Promise.all([bring(), bring()])).toEqual(['code', 'code'])
    expect(await bring()).toBe('code')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('runs it again after a failure', async () => {
    const load = vi.fn(() => Promise.resolve('code')).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const bring = codeLoader(load)
    await expect(bring()).rejects.toThrow('Failed to fetch')
    expect(await bring()).toBe('code')
    expect(sheets()).toEqual([])
  })

  it('loads a failed style sheet before it runs the next import', async () => {
    const lost = new Error('Unable to preload CSS for /assets/forms.css')
    noteLostStyle({ payload: new TypeError('Failed to fetch dynamically imported module') })
    noteLostStyle({ payload: lost })
    const load = vi.fn(() => Promise.resolve('code'))
    const bring = codeLoader(load)

    const failing = bring()
    expect(sheets().map((sheet) => sheet.getAttribute('href'))).toEqual(['/assets/forms.css'])
    sheets()[0]?.dispatchEvent(new Event('error'))
    await expect(failing).rejects.toThrow(lost.message)
    expect(load).not.toHaveBeenCalled()
    expect(sheets()).toEqual([])

    const other = codeLoader(() => Promise.resolve('other code'))()
    sheets()[0]?.dispatchEvent(new Event('load'))
    expect(await other).toBe('other code')
    expect(await bring()).toBe('code')
    expect(sheets()).toHaveLength(1)
  })
})
