import { useEffect, useState } from 'react'
import styles from './policy-detail.module.css'

/** Longer utterances are cut off by some browsers. */
const PIECE = 180

/** Splits the page's text into sentences, joined to pieces that a browser reads without cutting them off. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const sentence of text.split(/(?<=[。！？；\n])/)) {
    const words = sentence.trim()
    if (!words) continue
    const last = pieces.at(-1)
    if (last !== undefined && last.length + words.length <= PIECE) pieces[pieces.length - 1] = `${last} ${words}`
    else for (let at = 0; at < words.length; at += PIECE) pieces.push(words.slice(at, at + PIECE))
  }
  return pieces
}

/** 朗读: the browser reads the page aloud; shown in 长辈版, when the browser supports speech. */
export function ReadAloud() {
  const [can, setCan] = useState(false)
  const [speaking, setSpeaking] = useState(false)
  useEffect(() => {
    setCan('speechSynthesis' in window)
    return () => {
      if ('speechSynthesis' in window) window.speechSynthesis.cancel()
    }
  }, [])
  if (!can) return null
  const turn = () => {
    window.speechSynthesis.cancel()
    setSpeaking(!speaking)
    if (speaking) return
    const main = document.getElementById('main')
    const parts = [...(main?.querySelectorAll<HTMLElement>('h1, dl, article') ?? [])]
    const pieces = piecesOf(parts.map((part) => part.innerText).join('\n'))
    pieces.forEach((piece, i) => {
      const said = new SpeechSynthesisUtterance(piece)
      said.lang = 'zh-CN'
      said.rate = 0.9
      if (i === pieces.length - 1) said.addEventListener('end', () => setSpeaking(false))
      window.speechSynthesis.speak(said)
    })
  }
  return (
    <button type="button" className={`btn ${styles.aloud}`} aria-pressed={speaking} onClick={turn}>
      {speaking ? '停止朗读' : '朗读本页'}
    </button>
  )
}
