import { lazy, Suspense } from 'react'
import { codeLevels, type CodeLevel } from '../../contract/company-code.ts'
import { StatusTag } from '../kit/status-tag.tsx'

const QrCode = lazy(() => import('../kit/qr-code.tsx'))
const tones = { green: 'done', yellow: 'waiting', red: 'refused' } as const

export const LevelMark = ({ level }: { level: CodeLevel | null }) => (
  <StatusTag tone={level ? tones[level] : 'off'}>{level ? `${codeLevels[level]}码` : '未评定'}</StatusTag>
)

/** The QR code with the company's name and its address as text. */
export function CodeImage({ content, name }: { content: string; name: string }) {
  const address = `${location.origin}${content}`
  return (
    <figure style={{ display: 'grid', gap: 8, justifyItems: 'center', margin: '8px 0 16px', textAlign: 'center' }}>
      <Suspense fallback={<span style={{ width: 220, height: 220 }} />}>
        <QrCode text={address} label={`${name}的企业码`} size={220} />
      </Suspense>
      <figcaption>
        <strong>{name}</strong>
        <br />
        <a href={content} style={{ overflowWrap: 'anywhere' }}>
          {address.replace(/^https?:\/\//, '')}
        </a>
      </figcaption>
    </figure>
  )
}
