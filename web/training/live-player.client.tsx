import { useEffect, useRef, useState } from 'react'
import type { Live } from '../../contract/training/info.ts'
import styles from './training.module.css'

interface Props {
  address: string
  play: NonNullable<Live['play']>
  title: string
}
/** Plays a film, or a stream with hls.js; browsers without media source extensions (iPhones) play streams themselves. */
export function LivePlayer({ address, play, title }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const at = video.current
    if (!at) return
    let end = () => {}
    let closed = false
    const start = async () => {
      if (play === 'mp4') return void (at.src = address)
      const { default: Hls } = await import('hls.js/light')
      if (closed) return
      if (!Hls.isSupported()) return void (at.src = address)
      const hls = new Hls()
      end = () => hls.destroy()
      hls.on(Hls.Events.ERROR, (_, { fatal }) => fatal && setFailed(true))
      hls.loadSource(address)
      hls.attachMedia(at)
    }
    start().catch(() => setFailed(true))
    return () => {
      closed = true
      end()
    }
  }, [address, play])
  if (failed)
    return (
      <span className="field-error" role="alert">
        视频没有打开，请用上面的链接观看。
      </span>
    )
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions of a stream are part of the stream
  return <video ref={video} className={styles.player} controls autoPlay playsInline aria-label={title} onError={() => setFailed(true)} />
}
