import { Fragment, useState } from 'react'
import { Checkbox } from '../../ui/controls/Checkbox'
import { Dialog } from '../../ui/overlay/Dialog'
import { useEnvironment } from '../../ui/environment/Environment'
import { SINGLE_KEYS } from '../../ui/environment/keys'
import { places } from '../palette/places'
import '../../ui/text/kbd.css'
import './help.css'

type Key = readonly [keys: readonly string[], does: string]

const everywhere: readonly Key[] = [
  [['Ctrl or ⌘', 'K'], 'Search and commands'],
  [['Ctrl or ⌘', 'S'], 'Save the form of a row'],
  [['Esc'], 'Close the dialog or menu'],
]
const singles: readonly Key[] = [
  [['?'], 'Keyboard shortcuts'],
  [['/'], 'Search the list'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row'],
  [['e'], 'Edit the row'],
]
const going: readonly Key[] = places.flatMap(({ title, letter }): Key[] => (letter === undefined ? [] : [[['g', letter], title]]))

/** Lists all keyboard shortcuts, with a switch for the single-key ones. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  const { browserStorage } = useEnvironment()
  const [on, setOn] = useState(browserStorage.get(SINGLE_KEYS) !== 'off')
  const turn = (next: boolean) => {
    setOn(next)
    if (next) browserStorage.remove(SINGLE_KEYS)
    else browserStorage.set(SINGLE_KEYS, 'off')
  }
  return (
    <Dialog title="Keyboard shortcuts" size="lg" onClose={onClose}>
      <div className="help">
        <Checkbox label="Single-key shortcuts, without Ctrl or ⌘" checked={on} onChange={turn} />
        <Keys title="Everywhere" keys={everywhere} />
        <Keys title="Pages and lists" keys={singles} off={!on} />
        <Keys title="Go to" keys={going} off={!on} />
      </div>
    </Dialog>
  )
}

interface KeysProps {
  readonly title: string
  readonly keys: readonly Key[]
  readonly off?: boolean
}

function Keys({ title, keys, off = false }: KeysProps) {
  return (
    <section className="help-keys" data-off={off || undefined}>
      <h3>
        {title}
        {off && ' (off)'}
      </h3>
      <dl>
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name, at) => (
                <Fragment key={`${at}${name}`}>
                  {at > 0 && ' '}
                  <kbd className="kbd">{name}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
