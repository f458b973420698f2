import { useEffect, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { shanghaiTime } from '../../contract/shanghai.ts'
import { beforePrint, printPage } from '../kit/print-page.ts'
import { useViewer } from '../session.ts'
import styles from './print-head.module.css'
import { useSite } from './root-data.ts'

type Code = ComponentType<{ text: string; label: string; size?: number }>
interface Printed {
  at: string
  address: string
}

/**
 * Header of every printed page: the site, who printed it and when, and a QR code of the page's address. print.css numbers the pages. Ctrl+P
 * is intercepted, because the code must be loaded first; the browser's own menu prints without it.
 */
export default function PrintHead() {
  const site = useSite()
  const viewer = useViewer()
  const [Code, setCode] = useState<Code | null>(null)
  const [printed, setPrinted] = useState<Printed | null>(null)
  useEffect(() => {
    const note = () => flushSync(() => setPrinted({ at: shanghaiTime(Date.now()).slice(0, 16).replace('T', ' '), address: location.href }))
    const onKey = (e: KeyboardEvent) => {
      if (!(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || e.key.toLowerCase() !== 'p') return
      e.preventDefault()
      void printPage()
    }
    beforePrint.prepare = async () => {
      try {
        const { default: QrCode } = await import('../kit/qr-code.tsx')
        flushSync(() => setCode(() => QrCode))
      } catch {
        /* the sheet shows the address without the code */
      }
    }
    const done = () => setPrinted(null)
    window.addEventListener('beforeprint', note)
    window.addEventListener('afterprint', done)
    document.addEventListener('keydown', onKey)
    return () => {
      beforePrint.prepare = () => Promise.resolve()
      window.removeEventListener('beforeprint', note)
      window.removeEventListener('afterprint', done)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  if (!printed) return null
  return (
    <div data-print="only" aria-hidden="true">
      <div className={styles.head}>
        <p>
          <strong>{site.owner || site.name}</strong>
          <span>
            {viewer?.name && `${viewer.name} `}
            {printed.at} 打印
          </span>
          <span className={styles.address}>{printed.address}</span>
        </p>
        {Code && <Code text={printed.address} label="" size={64} />}
      </div>
    </div>
  )
}
