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

  it('loads a style sheet that it lost before it imports again', async () => {
    const lost = new Error('Unable to preload CSS for /assets/forms.css')
    const load = vi.fn(() => Promise.resolve('code')).mockRejectedValueOnce(lost)
    const bring = codeLoader(load)
    await expect(bring()).rejects.toThrow(lost.message)
    noteLostStyle({ payload: new TypeError('Failed to fetch dynamically imported module') })
    noteLostStyle({ payload: lost })

    await expect(answered(bring, 'error')).rejects.toThrow(lost.message)
    expect(load).toHaveBeenCalledTimes(1)
    expect(sheets()).toEqual([])
    expect(await answered(bring, 'load')).toBe('code')
    expect(sheets().map((sheet) => sheet.getAttribute('href'))).toEqual(['/assets/forms.css'])
  })

  it('tries a style sheet that another page lost once more, and goes on without it', async () => {
    noteLostStyle({ payload: new Error('Unable to preload CSS for /assets/forms.css') })
    const bring = codeLoader(() => Promise.resolve('code'))
    expect(await answered(bring, 'error')).toBe('code')
    expect(sheets()).toEqual([])
    const other = codeLoader(() => Promise.resolve('other code'))
    expect(await answered(other, 'load')).toBe('other code')
    expect(sheets().map((sheet) => sheet.getAttribute('href'))).toEqual(['/assets/forms.css'])
  })
})

/** Calls the loader, and answers the style sheet that it waits for. */
function answered(bring: () => Promise<string>, answer: 'load' | 'error'): Promise<string> {
  const bringing = bring()
  sheets().at(-1)?.dispatchEvent(new Event(answer))
  return bringing
}
