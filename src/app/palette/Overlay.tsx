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
  readonly pressed: string
  readonly onClose: () => void
  readonly onSignOut: () => void
}

/** Runs a command: opens the palette, the notifications or the shortcuts, or navigates to the letter's place. */
export function Overlay({ pressed, onClose, onSignOut }: OverlayProps) {
  const { browserStorage } = useEnvironment()
  const navigate = useNavigate()
  const [wantsHelp, setWantsHelp] = useState(false)
  const isSingle = pressed.length === 1
  const isOff = isSingle && browserStorage.get(SINGLE_KEYS) === 'off'
  const target = isSingle && pressed !== '?' ? places.find(({ letter }) => letter === pressed) : undefined
  const leaves = !wantsHelp && isSingle && (isOff || pressed !== '?')
  useEffect(() => {
    if (!leaves) return
    onClose()
    if (target !== undefined && !isOff) void navigate(target.path)
  }, [leaves, target, isOff, navigate, onClose])
  if (leaves) return null
  if (pressed === 'notifications') return <Notifications onClose={onClose} />
  if (wantsHelp || pressed === '?') return <Help onClose={onClose} />
  return <Palette onClose={onClose} onSignOut={onSignOut} onHelp={() => setWantsHelp(true)} />
}
