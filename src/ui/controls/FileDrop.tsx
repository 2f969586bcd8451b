import { Upload } from 'lucide-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Button } from './Button'
import { FileInput } from './FileInput'
import { cx } from '../environment/classes'
import './fileDrop.css'

export interface FileDropProps {
  /** The expected file, e.g. "CSV file". */
  readonly label: string
  /** The `accept` attribute of the file input. */
  readonly accept?: string | undefined
  readonly onFile: (file: File) => void
  /** Requirements of the file, below the button. */
  readonly children?: ReactNode
}

/** Takes one file, selected or dropped. */
export function FileDrop({ label, accept, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drag = (on: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(on)
  }
  return (
    <div
      className={cx('file-drop', over && 'file-drop-over')}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        const [file] = event.dataTransfer.files
        if (file !== undefined) onFile(file)
      }}
    >
      <FileInput label={label} accept={accept} ref={input} onFile={onFile} />
      <Button icon={Upload} data-autofocus onClick={() => input.current?.click()}>
        Choose a {label}
      </Button>
      {children}
    </div>
  )
}
