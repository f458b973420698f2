import { useEffect, useState } from 'react'
import { BACK_TO_TOP_PX } from '../../contract/constants.ts'
import styles from './back-to-top.module.css'
import { UpIcon } from './icons.tsx'

export function BackToTop() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const follow = () => setShown(window.scrollY > BACK_TO_TOP_PX)
    follow()
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [])
  if (!shown) return null
  return (
    <button type="button" className={styles.button} onClick={() => { window.scrollTo({ top: 0 }); document.getElementById('main')?.focus({ preventScroll: true }) }}>
      <UpIcon /><span>返回顶部</span>
    </button>
  )
}
