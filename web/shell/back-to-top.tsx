import { useEffect, useState } from 'react'
import { BACK_TO_TOP_PX } from '../../contract/constants.ts'
import styles from './back-to-top.module.css'
import { UpIcon } from './icons.tsx'

/** Whether the button is shown at a scroll position in px (spec §9, K053). */
export const isFarDown = (scrollY: number): boolean => scrollY > BACK_TO_TOP_PX

export function BackToTop() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const follow = () => setShown(isFarDown(window.scrollY))
    follow()
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [])
  if (!shown) return null
  return (
    <button
      type="button"
      className={styles.button}
      onClick={() => {
        window.scrollTo({ top: 0 })
        document.getElementById('main')?.focus({ preventScroll: true })
      }}
    >
      <UpIcon />
      <span>返回顶部</span>
    </button>
  )
}
