import { lazy, Suspense, type ReactNode } from 'react'
import { BackToTop } from './back-to-top.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './public-frame.module.css'
import { SkipLink } from './skip-link.tsx'

const PrintHead = lazy(() => import('./print-head.tsx'))

/** Header, content, footer and back-to-top of every public page (spec §2). */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Suspense fallback={null}>
        <PrintHead />
      </Suspense>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
      <BackToTop />
    </>
  )
}
