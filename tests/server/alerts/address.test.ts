// @module-tag embedded
import { describe, expect, it } from 'vitest'
import { postWebhook } from '../../../src/server/alerts/webhook'

const post = (url: string, mayBeInside: boolean) => postWebhook({ url, headers: {}, body: '{}' }, { mayBeInside, timeoutMs: 500 })

describe('where a webhook may go', () => {
  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://2130706433:1/',
    'http://0x7f.1:1/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://0.0.0.0:1/',
    'http://[::1]:1/',
    'http://[::]:1/',
    'http://[::ffff:127.0.0.1]:1/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
  ])('not to %s', async (url) => {
    await expect(post(url, false)).rejects.toMatchObject({ name: 'AddressError' })
  })

  it('nowhere near a cloud’s keys, even where its own network is allowed', async () => {
    await expect(post('http://169.254.169.254/', true)).rejects.toMatchObject({ name: 'AddressError' })
    await expect(post('http://127.0.0.1:1/', true)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await expect(post('http://localhost:1/', true)).rejects.toThrow(/ECONNREFUSED|ENOENT/)
  })
})
