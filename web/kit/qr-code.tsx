import { create } from 'qrcode'
import { useMemo } from 'react'

const QUIET = 4

/** A QR code as SVG, dark on white also in high contrast. Always lazy; show the address beside it as text. */
export default function QrCode({ text, label, size = 132 }: { text: string; label: string; size?: number }) {
  const { side, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' })
    const dark = [...modules.data].flatMap((on, i) =>
      on ? [`M${(i % modules.size) + QUIET} ${Math.floor(i / modules.size) + QUIET}h1v1h-1z`] : [],
    )
    return { side: modules.size + 2 * QUIET, path: dark.join('') }
  }, [text])
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
