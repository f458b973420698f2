import type { ReactNode } from 'react'
import { BackToTop } from './back-to-top.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './public-frame.module.css'
import { SkipLink } from './skip-link.tsx'

/** Header, content, footer and back-to-top of every public page (spec §2). */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
      <BackToTop />
    </>
  )
}
