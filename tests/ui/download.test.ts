// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { download } from '../../src/ui/download'

const sheets = () => Array.from(document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
afterEach(() => document.head.replaceChildren())

describe('download', () => {
  it('runs the import once however often it is asked for', async () => {
    const load = vi.fn(() => Promise.resolve('code'))
    const bring = download(load)
    expect(await Promise.all([bring(), bring()])).toEqual(['code', 'code'])
    expect(await bring()).toBe('code')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('runs it again when it failed', async () => {
    const load = vi.fn(() => Promise.resolve('code')).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const bring = download(load)
    await expect(bring()).rejects.toThrow('Failed to fetch')
    expect(await bring()).toBe('code')
    expect(sheets()).toEqual([])
  })

  it('brings a style sheet that did not come before it runs any import again', async () => {
    const lost = new Error('Unable to preload CSS for /assets/inside.css')
    const load = vi.fn(() => Promise.resolve('code')).mockRejectedValueOnce(lost)
    const bring = download(load)
    await expect(bring()).rejects.toBe(lost)

    const again = bring()
    await vi.waitFor(() => expect(sheets()).toHaveLength(1))
    expect(sheets()[0]?.getAttribute('href')).toBe('/assets/inside.css')
    sheets()[0]?.dispatchEvent(new Event('error'))
    await expect(again).rejects.toThrow(lost.message)
    expect(load).toHaveBeenCalledTimes(1)
    expect(sheets()).toEqual([])

    const other = download(() => Promise.resolve('other code'))()
    await vi.waitFor(() => expect(sheets()).toHaveLength(1))
    sheets()[0]?.dispatchEvent(new Event('load'))
    expect(await other).toBe('other code')
    expect(await bring()).toBe('code')
    expect(sheets()).toHaveLength(1)
  })
})
