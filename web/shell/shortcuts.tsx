import { useEffect, useState } from 'react'
import type { MenuEntry } from '../session.ts'
import { lazyPart } from './lazy-part.tsx'

const Palette = lazyPart(() => import('./palette.tsx').then((m) => m.Palette))
const KeyHelp = lazyPart(() => import('./palette.tsx').then((m) => m.KeyHelp))

const types = (el: Element | null): boolean =>
  el instanceof HTMLElement && (el.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(el.tagName))

/** Ctrl+K opens the search for screens and records, ? lists the keys; both are disabled while a dialog is open. */
export function Shortcuts({ menus }: { menus: readonly MenuEntry[] }) {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.isComposing || document.querySelector('dialog[open], [role="dialog"][aria-modal="true"]:not([style*="display: none"])')) return
      const finds = (e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'k'
      const helps = e.key === '?' && !e.ctrlKey && !e.metaKey && !e.altKey && !types(document.activeElement)
      if (!finds && !helps) return
      e.preventDefault()
      setOpen(finds ? 'palette' : 'keys')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (open === 'palette') return <Palette menus={menus} onClose={() => setOpen(null)} />
  if (open === 'keys') return <KeyHelp onClose={() => setOpen(null)} />
  return null
}
