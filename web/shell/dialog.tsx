import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './dialog.module.css'
import { CloseIcon } from './icons.tsx'

interface Props {
  title: string
  onClose(): void
  children: ReactNode
  footer?: ReactNode
  width?: number
}

/** A modal dialog without antd, open while it is mounted. Escape and × close it; focus returns to where it was. */
export function Dialog({ title, onClose, children, footer, width }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  // A layout effect ends while the dialog is still in the page: only then does closing it give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) {
      dialog.showModal()
      // The browser takes the first control, which is ×: whoever has to fill in something begins at the first field.
      body.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    }
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      style={width ? { width: `min(${width}px, calc(100vw - 32px))` } : undefined}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <button type="button" className={styles.close} aria-label="关闭" onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      {footer && <footer className={styles.foot}>{footer}</footer>}
    </dialog>
  )
}
