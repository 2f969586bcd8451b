// @module-tag embedded
import { once } from 'node:events'
import { createServer } from 'node:http'
import { isIPv6, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { ResolveAll } from '../../../src/server/alerts/address'
import { postWebhook } from '../../../src/server/alerts/webhook'

const post = (url: string, allowsPrivate: boolean, resolveAll?: ResolveAll) =>
  postWebhook({ url, headers: {}, body: '{}' }, { allowsPrivate, timeoutMs: 500, resolveAll })

/** Answers each question for a name's addresses with the next answer; counts the questions. */
function answering(...answers: readonly (readonly string[])[]) {
  let asked = 0
  const resolveAll: ResolveAll = (_name, _options, found) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
    asked += 1
    found(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    )
  }
  return { resolveAll, asked: () => asked }
}

describe('the addresses that a webhook may reach', () => {
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

  it.each([
    ['a public and a private address', ['93.184.215.14', '10.0.0.1']],
    ['a public and a loopback address in IPv6', ['2606:2800:21f:cb07::1', '::1']],
    ['only a private address', ['192.168.1.1']],
  ])('not to a name with %s', async (_what, addresses) => {
    const { resolveAll } = answering(addresses)
    await expect(post('http://hooks.example.com:1/', false, resolveAll)).rejects.toMatchObject({ name: 'AddressError' })
  })

  it('advises the setting only where it helps', async () => {
    const helps = /^10\.0\.0\.1 is an internal address: set FROND_PRIVATE_WEBHOOKS=1/
    await expect(post('http://10.0.0.1/', false)).rejects.toThrow(helps)
    for (const allowsPrivate of [false, true])
      await expect(post('http://169.254.169.254/', allowsPrivate)).rejects.toThrow(
        /^169\.254\.169\.254 is an address that webhooks may never reach$/,
      )
  })

  it('include only the address that was checked, whatever the name resolves to next', async () => {
    const receiver = createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const url = `http://hooks.example.com:${(receiver.address() as AddressInfo).port}/`
    const good = answering(['127.0.0.1'], ['169.254.169.254'])
    expect(await post(url, true, good.resolveAll)).toMatchObject({ status: 204 })
    expect(good.asked()).toBe(1)
    // Asked again for the next message: the check is not remembered for the name.
    await expect(post(url, true, good.resolveAll)).rejects.toMatchObject({ name: 'AddressError' })
    receiver.close()
  })

  it('exclude a cloud’s metadata service, even when private networks are allowed', async () => {
    for (const host of ['169.254.169.254', '[fd00:ec2::254]', '[fd20:ce::254]', '[fd00:c1::a9fe:a9fe]'])
      await expect(post(`http://${host}/`, true), host).rejects.toMatchObject({ name: 'AddressError' })
    await expect(post('http://127.0.0.1:1/', true)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await expect(post('http://localhost:1/', true)).rejects.toThrow(/ECONNREFUSED|ENOENT/)
  })
})
