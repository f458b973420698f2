import { useEffect, useRef } from 'react'
import { toast } from '../toast.ts'
import { readCodes } from './camera.ts'
import styles from './training.module.css'

/** The camera's picture; the camera is released when this component closes. */
export function CameraView({ onCode, onRefused }: { onCode(text: string): void; onRefused(): void }) {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ onCode, onRefused })
  latest.current = { onCode, onRefused }
  useEffect(() => {
    let stop = () => {}
    let closed = false
    readCodes(video.current!, (text) => latest.current.onCode(text)).then(
      (end) => (closed ? end() : (stop = end)),
      () => {
        if (closed) return
        toast.error('摄像头没有打开：请允许使用摄像头，或输入 6 位码')
        latest.current.onRefused()
      },
    )
    return () => {
      closed = true
      stop()
    }
  }, [])
  return <video ref={video} className={styles.camera} muted playsInline aria-label="摄像头画面，对准入场码" />
}
