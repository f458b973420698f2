import { useEffect, useRef, useState } from 'react'
import type { Slide } from '../../contract/policy.ts'
import { SiteAddress } from './site-address.tsx'
import styles from './carousel.module.css'

const TURN_MS = 6000

/**
 * Slides of a public page. The box keeps its size before a picture arrives. It advances automatically only while it is neither hovered nor
 * focused, the user has not paused it and does not prefer reduced motion; a button leads to every slide.
 */
export function Carousel({ slides, label }: { slides: readonly Pick<Slide, 'id' | 'title' | 'alt' | 'image' | 'url'>[]; label: string }) {
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(false)
  const box = useRef<HTMLElement>(null)
  const many = slides.length > 1
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(true)
  }, [])
  useEffect(() => {
    if (paused || !many) return
    const timer = setInterval(() => {
      if (!document.hidden && !box.current?.matches(':hover, :focus-within')) setAt((now) => (now + 1) % slides.length)
    }, TURN_MS)
    return () => clearInterval(timer)
  }, [paused, many, slides.length])
  const step = (by: number) => setAt((now) => (now + by + slides.length) % slides.length)
  return (
    <section ref={box} className={`card ${styles.box}`} aria-roledescription="轮播" aria-label={label}>
      <div aria-live={paused ? 'polite' : 'off'}>
        {slides.map((slide, i) => (
          <div
            key={slide.id}
            role="group"
            aria-roledescription="图片"
            aria-label={`第 ${i + 1} 张，共 ${slides.length} 张`}
            hidden={i !== at}
            className={styles.slide}
          >
            <SiteAddress url={slide.url} className={styles.link}>
              <img
                src={`/files/download?filePath=${slide.image}`}
                alt={slide.alt}
                width={1200}
                height={300}
                loading={i === 0 ? 'eager' : 'lazy'}
                decoding="async"
              />
              <strong className={styles.title}>{slide.title}</strong>
            </SiteAddress>
          </div>
        ))}
      </div>
      {many && (
        <div className={styles.bar} data-print="hide">
          <button type="button" onClick={() => setPaused(!paused)} aria-label={paused ? '开始自动播放' : '暂停自动播放'}>
            {paused ? '▶' : '❚❚'}
          </button>
          <button type="button" onClick={() => step(-1)} aria-label="上一张">
            ‹
          </button>
          <span className={styles.dots}>
            {slides.map((slide, i) => (
              <button
                key={slide.id}
                type="button"
                aria-label={`第 ${i + 1} 张：${slide.title}`}
                aria-current={i === at ? 'true' : undefined}
                onClick={() => setAt(i)}
              />
            ))}
          </span>
          <button type="button" onClick={() => step(1)} aria-label="下一张">
            ›
          </button>
        </div>
      )}
    </section>
  )
}
