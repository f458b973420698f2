import { useEffect, useState } from 'react'
import { shellWire } from '../../contract/wire.ts'
import { call } from '../api.ts'
import { session } from '../session.ts'
import { readDisplay, setDisplay } from '../session/display.ts'
import { useRootData } from './root-data.ts'

/** The user's display settings, and a function to change them. */
export function useDisplay() {
  const initial = useRootData()?.display
  const [display, set] = useState(initial ?? { elder: false, contrast: false })
  useEffect(() => {
    const follow = () => set(readDisplay(document.cookie))
    follow()
    window.addEventListener('qifu:display', follow)
    return () => window.removeEventListener('qifu:display', follow)
  }, [])
  const turn = (name: 'elder' | 'contrast') => {
    const next = { ...display, [name]: !display[name] }
    setDisplay(name, next[name])
    // The browser remembers the setting in any case.
    if (session.hasToken()) call(shellWire.saveDisplay, { body: next }, { silent: true }).catch(() => {})
  }
  return { ...display, turn }
}

/** 长辈版 and 高对比, as buttons of the public header and entries of the workbench's menu. */
export const displayEntries = ({ elder, contrast, turn }: ReturnType<typeof useDisplay>) => [
  // Its name says what a press does, so it has no mark: “✓ 标准版” said the opposite of what is on.
  { name: elder ? '标准版' : '长辈版', on: undefined, run: () => turn('elder') },
  { name: '高对比', on: contrast, run: () => turn('contrast') },
]
