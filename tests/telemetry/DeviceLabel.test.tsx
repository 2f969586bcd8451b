import { screen, within } from '@testing-library/react'
import { decodeQR } from 'qr/decode.js'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { euiIn } from '../../src/contract/eui'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)
const name = 'Attic & roof'

/** Decodes a drawn QR code. Each module is magnified, because the decoder expects a camera's picture. */
function textOf(svg: Element): string {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[3])
  const scale = 4
  const side = size * scale
  const data = new Uint8Array(side * side * 4).fill(255)
  const drawn = svg.querySelector('path:last-of-type')?.getAttribute('d') ?? ''
  for (const [, x, y, width] of drawn.matchAll(/M(\d+)[ ,](\d+) ?h(\d+)/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      for (let column = Number(x) * scale; column < (Number(x) + Number(width)) * scale; column += 1)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  return decodeQR({ width: side, height: side, data })
}

describe.each([
  ['gateways', () => fleet.addGateway({ name, eui: '70B3D57ED0001A2F' })],
  ['sensors', () => fleet.addSensor({ name, eui: 'C638D3BBDC0C' })],
] as const)('the label of one of the %s', (slug, add) => {
  it('contains name, EUI and the page’s address as text and in its code, and prints', async () => {
    const { id, eui } = await add()
    const page = new URL(`/pages/${slug}/${id}`, document.baseURI).href
    const { user } = await openConsole(server, fleet.token, `/pages/${slug}/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Label' }))
    const label = within(await screen.findByRole('dialog', { name: `Label of ${name}` }))
    for (const words of [name, eui, page]) expect(label.getByText(words)).toBeVisible()

    const text = textOf(label.getByRole('img', { name: `QR code: page and EUI of ${name}` }))
    const { href, hash } = new URL(text)
    expect(href).toBe(`${page}${hash}`)
    expect(euiIn(text)).toBe(eui)
    expect(new URLSearchParams(hash).get('name')).toBe(name)

    const print = vi.spyOn(window, 'print').mockReturnValue()
    onTestFinished(() => print.mockRestore())
    await user.click(label.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })
})
