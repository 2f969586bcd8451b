import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { cx } from '../environment/classes'
import { Link, type LinkProps } from './Link'
import './button.css'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet'
export type Icon = ComponentType<{ readonly className?: string }>

interface Look {
  /** At most one primary per screen; danger performs a destructive action, danger-quiet offers one. Default: secondary. */
  readonly variant?: ButtonVariant | undefined
  readonly size?: 'sm' | 'md' | 'lg' | undefined
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'>, Look {
  readonly children: ReactNode
  readonly icon?: Icon | undefined
  /** In progress: shown, announced, and further clicks are ignored. */
  readonly busy?: boolean | undefined
}

/** Class names that give another element the look of a button. */
export function buttonClass({ variant = 'secondary', size = 'md' }: Look = {}): string {
  return `btn btn-${variant} btn-${size}`
}

/**
 * A button. While `busy` or `aria-disabled` it keeps the focus and ignores clicks; one that is `disabled` loses the focus. Its type is
 * `button` unless given, so that it submits no form.
 */
export function Button({ variant, size, icon: Icon, busy = false, className, children, onClick, type, ...rest }: ButtonProps) {
  const ignored = busy || rest['aria-disabled'] === true
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={cx(buttonClass({ variant, size }), className)}
      aria-busy={busy || undefined}
      aria-disabled={ignored || undefined}
      onClick={ignored ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : Icon && <Icon className="btn-icon" />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Accessible name, also shown as a tooltip. */
  readonly label: string
  readonly icon: Icon
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant="ghost" size="sm" aria-label={label} data-tip={label} className={cx('btn-square', className)}>
      {null}
    </Button>
  )
}

export interface LinkButtonProps extends LinkProps, Look {
  readonly icon?: Icon | undefined
}

/** A link that looks like a button: it navigates. */
export function LinkButton({ variant, size, icon: Icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={cx(buttonClass({ variant, size }), className)}>
      {Icon && <Icon className="btn-icon" />}
      {children}
    </Link>
  )
}
