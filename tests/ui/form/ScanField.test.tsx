import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

/** A made-up camera, and the browser's own detector, which finds the code that lies before it. */
const stop = vi.fn()
const getUserMedia = vi.fn()
let code: string | null = null

class FakeDetector {
  static readonly getSupportedFormats = () => Promise.resolve(['ean_13', 'qr_code'])
  readonly detect = () => Promise.resolve(code === null ? [] : [{ rawValue: code }])
}

beforeEach(() => {
  code = null
  stop.mockReset()
  getUserMedia.mockReset().mockImplementation(() => Promise.resolve({ getTracks: () => [{ stop }] }))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  vi.stubGlobal('BarcodeDetector', FakeDetector)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_ENOUGH_DATA)
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openForm() {
  const { user } = await openConsole(server, fleet.token, '/pages/gateways/new')
  const eui = await screen.findByRole('textbox', { name: 'EUI' })
  const scan = async () => user.click(screen.getByRole('button', { name: 'Scan a label' }))
  return { user, eui, scan }
}

/** Every camera that was started has been stopped: StrictMode starts two. */
function expectStopped() {
  expect(getUserMedia).toHaveBeenCalled()
  expect(stop).toHaveBeenCalledTimes(getUserMedia.mock.calls.length)
}

describe('scanning a label', () => {
  it('enters the EUI of the code that the camera sees, closes, and switches the camera off', async () => {
    const { eui, scan } = await openForm()
    await scan()
    expect(await screen.findByRole('dialog', { name: 'Scan a label' })).toHaveAccessibleDescription(
      'Hold the QR code of the label in front of the camera.',
    )
    await waitFor(() => expect(screen.getByLabelText('Camera image')).toHaveProperty('srcObject'))
    expect(getUserMedia).toHaveBeenCalledWith({ video: { facingMode: 'environment' } })
    expect(eui).toHaveValue('')
    code = 'https://frond.example/pages/gateways/1#70B3D57ED0001A2F&name=Attic'
    await waitFor(() => expect(eui).toHaveValue('70B3D57ED0001A2F'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expectStopped()
  })

  it('says that a code has no EUI, and continues to scan', async () => {
    const { eui, scan } = await openForm()
    code = 'https://example.com/help'
    await scan()
    expect(await screen.findByText('This code contains no EUI. Try another one.')).toBeVisible()
    expect(eui).toHaveValue('')
    code = '70b3d57ed0001a2f'
    await waitFor(() => expect(eui).toHaveValue('70B3D57ED0001A2F'))
  })

  it('is cancelled, and switches the camera off', async () => {
    const { user, eui, scan } = await openForm()
    await scan()
    await waitFor(() => expect(screen.getByLabelText('Camera image')).toHaveProperty('srcObject'))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expectStopped()
    expect(eui).toHaveValue('')
  })

  it('ignores a code that is found after it was cancelled', async () => {
    let find: (codes: readonly { rawValue: string }[]) => void = () => undefined
    const detect = vi.fn(() => new Promise((resolve) => (find = resolve)))
    vi.stubGlobal(
      'BarcodeDetector',
      Object.assign(
        vi.fn(function Detector() {
          return { detect }
        }),
        { getSupportedFormats: FakeDetector.getSupportedFormats },
      ),
    )
    const { user, eui, scan } = await openForm()
    await user.type(eui, 'A84041FFFF00012C')
    await scan()
    await waitFor(() => expect(detect).toHaveBeenCalled())
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    find([{ rawValue: '70b3d57ed0001a2f' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(eui).toHaveValue('A84041FFFF00012C')
  })

  it.each([
    ['NotAllowedError', 'The browser does not allow the camera for this site. Allow it, or type the EUI.'],
    ['NotFoundError', 'This device has no camera. Type the EUI.'],
    ['NotReadableError', 'The camera could not be started. Type the EUI.'],
  ])('explains a %s of the camera, and says that the EUI can be typed', async (name, sentence) => {
    getUserMedia.mockRejectedValue(Object.assign(new Error('No camera'), { name }))
    const { scan } = await openForm()
    await scan()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.queryByLabelText('Camera image')).toBeNull()
  })

  it('explains a detector that fails', async () => {
    vi.spyOn(FakeDetector, 'getSupportedFormats').mockRejectedValue(new Error('No service'))
    const { scan } = await openForm()
    await scan()
    expect(await screen.findByRole('alert')).toHaveTextContent('The camera could not be started. Type the EUI.')
  })

  it('is not offered when the browser allows no camera', async () => {
    Reflect.deleteProperty(navigator, 'mediaDevices')
    await openForm()
    expect(screen.queryByRole('button', { name: 'Scan a label' })).toBeNull()
  })
})

describe('a MAC address in an EUI field', () => {
  it('is offered as EUI-64, which one press enters', async () => {
    const { user, eui } = await openForm()
    await user.type(eui, 'c6:38:d3:bb:dc:0c')
    await user.click(await screen.findByRole('button', { name: 'Use C638D3FFFEBBDC0C' }))
    expect(eui).toHaveValue('C638D3FFFEBBDC0C')
    expect(eui).toHaveFocus()
  })
})
