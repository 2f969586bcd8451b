import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEnvironment } from '../../ui/environment/Environment'
import { SINGLE_KEYS } from '../../ui/environment/keys'
import { Help } from '../help/Help'
import { Notifications } from './Notifications'
import { Palette } from './Palette'
import { places } from './places'

interface OverlayProps {
  /** The command: `palette`, `notifications`, `?`, or the letter after `g`. */
  readonly command: string
  readonly onClose: () => void
}

/** Runs a command: opens the palette, the notifications or the shortcuts, or navigates to the letter's place. */
export function Overlay({ command, onClose }: OverlayProps) {
  const { browserStorage } = useEnvironment()
  const navigate = useNavigate()
  const [wantsHelp, setWantsHelp] = useState(false)
  const isSingle = command.length === 1
  const isOff = isSingle && browserStorage.get(SINGLE_KEYS) === 'off'
  const target = isSingle && command !== '?' ? places.find(({ letter }) => letter === command) : undefined
  const endsAtOnce = !wantsHelp && isSingle && (isOff || command !== '?')
  useEffect(() => {
    if (!endsAtOnce) return
    onClose()
    if (target !== undefined && !isOff) void navigate(target.path)
  }, [endsAtOnce, target, isOff, navigate, onClose])
  if (endsAtOnce) return null
  if (command === 'notifications') return <Notifications onClose={onClose} />
  if (wantsHelp || command === '?') return <Help onClose={onClose} />
  return <Palette onClose={onClose} onHelp={() => setWantsHelp(true)} />
}
