import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { buttonClass, type ButtonVariant, type Icon } from '../controls/Button'
import { cx } from '../environment/classes'
import { Link } from '../controls/Link'
import './menu.css'
import './popup.css'
import '../text/kbd.css'

interface MenuButtonProps {
  /** Id of the popup. */
  readonly menu: string
  /** Accessible name and tooltip. */
  readonly label: string
  /** Default: three dots. */
  readonly icon?: Icon | undefined
  readonly variant?: ButtonVariant | undefined
  readonly size?: 'sm' | 'md' | undefined
  /** Called before the popup opens, to render it if necessary. */
  readonly onOpen?: (() => void) | undefined
}

/** Opens the popup with the id `menu`. */
export function MenuButton({ menu, label, icon: Icon, variant = 'ghost', size, onOpen }: MenuButtonProps) {
  const open = () => onOpen && flushSync(onOpen)
  return (
    <button
      type="button"
      popoverTarget={menu}
      aria-haspopup="menu"
      aria-label={label}
      data-tip={label}
      data-tip-side={Icon ? undefined : 'start'}
      className={cx(buttonClass({ variant, size }), 'btn-square', !Icon && 'btn-more')}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        open()
        document.getElementById(menu)?.showPopover({ source: event.currentTarget })
      }}
    >
      {Icon && <Icon className="btn-icon" />}
    </button>
  )
}

interface MenuPopupProps {
  readonly id: string
  readonly label: string
  /** MenuItem, MenuSeparator, MenuLabel; rendered from the first opening on. */
  readonly children: ReactNode
}

/** A popup on the popover API: the browser closes it on Escape or a click elsewhere, and restores the focus. */
export function MenuPopup({ id, label, children }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(false)
  return (
    <div
      ref={popup}
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      className="popup menu popup-end"
      onBeforeToggle={(event) => {
        if (event.newState === 'open') flushSync(() => setDrawn(true))
      }}
      onToggle={(event) => {
        if (event.newState === 'open') items(popup.current)[0]?.focus()
      }}
      onKeyDown={(event) => moveFocus(event, popup.current)}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('[role^="menuitem"]')) popup.current?.hidePopover()
      }}
    >
      {drawn && children}
    </div>
  )
}

export type MenuProps = Omit<MenuButtonProps, 'menu' | 'onOpen'> & Omit<MenuPopupProps, 'id'>

/** A button that opens a menu. */
export function Menu({ children, ...button }: MenuProps) {
  const id = useId()
  return (
    <>
      <MenuButton menu={id} {...button} />
      <MenuPopup id={id} label={button.label}>
        {children}
      </MenuPopup>
    </>
  )
}

export interface MenuItemProps {
  readonly children: ReactNode
  readonly icon?: Icon | undefined
  readonly onSelect?: (() => void) | undefined
  /** Makes the item a link. */
  readonly href?: string | undefined
  readonly danger?: boolean | undefined
  /** Makes the item a checkbox. */
  readonly checked?: boolean | undefined
  /** Shortcut keys of the same action. */
  readonly keys?: string | undefined
}

/** An action, a link with `href`, or a checkbox with `checked`. */
export function MenuItem({ children, icon: Icon, onSelect, href, danger, checked, keys }: MenuItemProps) {
  const className = cx('menu-item', danger && 'menu-item-danger')
  const content = (
    <>
      {Icon && <Icon className="menu-icon" />}
      <span className="menu-text">{children}</span>
      {checked === true && <span className="menu-check" aria-hidden="true" />}
      {keys && <kbd className="kbd">{keys}</kbd>}
    </>
  )
  if (href !== undefined)
    return (
      <Link href={href} role="menuitem" tabIndex={-1} className={className} onClick={onSelect}>
        {content}
      </Link>
    )
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      tabIndex={-1}
      className={className}
      onClick={onSelect}
    >
      {content}
    </button>
  )
}

export function MenuSeparator() {
  return <div role="separator" className="menu-separator" />
}

/** A heading or a text inside a menu, e.g. the signed-in user. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return (
    <div role="presentation" className="menu-label">
      {children}
    </div>
  )
}

function items(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
}

function moveFocus(event: KeyboardEvent<HTMLElement>, menu: HTMLElement | null) {
  // Keys of a dialog that an item opened reach the menu as well, as its child in React.
  if (!(event.target instanceof Node && menu?.contains(event.target)) || event.altKey || event.ctrlKey || event.metaKey) return
  const all = items(menu)
  const at = all.findIndex((item) => item === document.activeElement)
  const to = next(event.key, at, all)
  if (event.key === 'Tab') menu.hidePopover()
  if (to === undefined) return
  event.preventDefault()
  to.focus()
}

/** The item that a key leads to: arrow keys wrap around, a letter leads to the next item that begins with it. */
function next(key: string, at: number, all: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length]
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const ahead = [...all.slice(at + 1), ...all.slice(0, at + 1)]
  return ahead.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}
