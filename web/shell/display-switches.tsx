import { useState } from 'react'
import { setDisplay } from './display.ts'
import { useRootData } from './root-data.ts'

/** How this person sees the pages, and the switch of it. */
export function useDisplay() {
  const initial = useRootData()?.display
  const [display, set] = useState(initial ?? { elder: false, contrast: false })
  const turn = (name: 'elder' | 'contrast') => {
    const on = !display[name]
    setDisplay(name, on)
    set({ ...display, [name]: on })
  }
  return { ...display, turn }
}

/** 长辈版 and 高对比, as buttons of the public header and entries of the workbench's menu. */
export const displayEntries = ({ elder, contrast, turn }: ReturnType<typeof useDisplay>) => [
  { name: elder ? '标准版' : '长辈版', on: elder, run: () => turn('elder') },
  { name: '高对比', on: contrast, run: () => turn('contrast') },
]
