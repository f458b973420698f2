import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import { useEffect, useRef } from 'react'
import styles from './map.module.css'

/** What is drawn beneath: streets as rings, rivers and roads as lines; [lng, lat] in CGCS2000. */
export interface Base {
  bounds: readonly number[]
  streets: readonly { name: string; ring: readonly (readonly number[])[] }[]
  /** pictures of another map beneath it, by our own server */
  tiles?: boolean
  lines: readonly { name: string; kind: 'river' | 'road'; points: readonly (readonly number[])[] }[]
}
export interface Pin {
  lng: number
  lat: number
  /** how many stand here; 1: one thing */
  count: number
  title: string
  /** lit when it is the one that a list shows */
  lit?: boolean
  onOpen?: () => void
}
interface Props {
  label: string
  base: Base
  pins: readonly Pin[]
  /** where it looks; the county without */
  center?: readonly [lng: number, lat: number] | undefined
  zoom?: number
  /** its first view, and each that somebody moved it to: west, south, east, north and the zoom */
  onMoved?: ((box: readonly [number, number, number, number], zoom: number) => void) | undefined
  /** somebody chose a place */
  onPick?: ((lng: number, lat: number) => void) | undefined
}
const at = ([lng, lat]: readonly number[]): [number, number] => [lat!, lng!]
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Where a picture cannot be had, the own drawing shows: it lies there anyway. Said once. */
function layTiles(map: L.Map): void {
  const layer = L.tileLayer('/map/tiles?z={z}&x={x}&y={y}', { maxNativeZoom: 16, maxZoom: 18 })
  let said = false
  layer.on('tileerror', () => {
    if (said) return
    said = true
    layer.remove()
    const note = new L.Control({ position: 'topright' })
    note.onAdd = () => {
      const text = L.DomUtil.create('span', styles.note)
      text.textContent = '在线底图暂时取不到，显示的是示意底图'
      text.setAttribute('role', 'status')
      return text
    }
    note.addTo(map)
  })
  layer.addTo(map)
}

/**
 * A map with pins over the county's own drawing; nothing is fetched from elsewhere. Pins are buttons with names, reached by Tab and opened by
 * Enter; Escape closes what is open. What the map shows stands in a list beside it, always.
 */
export function CountyMap({ label, base, pins, center, zoom = 11, onMoved, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<L.Map | null>(null)
  const marks = useRef<L.LayerGroup | null>(null)
  // Handlers of now, for a map that is made once.
  const heard = useRef({ onMoved, onPick })
  heard.current = { onMoved, onPick }
  const start = useRef({ center, zoom })

  useEffect(() => {
    const made = L.map(box.current!, {
      preferCanvas: true,
      attributionControl: false,
      keyboard: true,
      zoomControl: false,
      zoomSnap: 0.25,
      minZoom: 6,
      maxZoom: 18,
    })
    L.control.zoom({ position: 'bottomright', zoomInTitle: '放大', zoomOutTitle: '缩小' }).addTo(made)
    if (base.tiles) layTiles(made)
    const [west = 73, south = 3, east = 136, north = 54] = base.bounds
    for (const { ring, name } of base.streets)
      L.polygon(ring.map(at), { color: '#8aa4bd', weight: 1, fillColor: '#fbfaf6', fillOpacity: base.tiles ? 0 : 1, interactive: false })
        .addTo(made)
        .bindTooltip(escape(name), { permanent: true, direction: 'center', className: styles.street!, interactive: false })
    for (const { points, kind } of base.lines)
      L.polyline(points.map(at), {
        color: kind === 'river' ? '#7fb2d6' : '#c9b48a',
        weight: kind === 'river' ? 4 : 2,
        interactive: false,
      }).addTo(made)
    // Also said of the first view: how near it is decides which pins stand together.
    made.on('moveend', () => {
      const b = made.getBounds()
      heard.current.onMoved?.([b.getWest(), b.getSouth(), b.getEast(), b.getNorth()], made.getZoom())
    })
    if (start.current.center) made.setView(at(start.current.center), start.current.zoom)
    else
      made.fitBounds([
        [south, west],
        [north, east],
      ])
    made.on('click', (e) => heard.current.onPick?.(e.latlng.lng, e.latlng.lat))
    marks.current = L.layerGroup().addTo(made)
    map.current = made
    return () => {
      map.current = null
      made.remove()
    }
  }, [base])

  useEffect(() => {
    const layer = marks.current
    if (!layer) return
    layer.clearLayers()
    for (const pin of pins) {
      const name = pin.count > 1 ? `${pin.count} 处，放大查看` : pin.title
      const icon = L.divIcon({
        className: '',
        html: `<span class="${styles.pin}"${pin.lit ? ' data-lit' : ''}>${pin.count > 1 ? pin.count : '●'}</span>`,
        iconSize: [28, 28],
      })
      const mark = L.marker([pin.lat, pin.lng], { icon, keyboard: true, title: name, alt: name }).addTo(layer)
      const open = () => {
        if (pin.count > 1) map.current?.setView([pin.lat, pin.lng], map.current.getZoom() + 2)
        else pin.onOpen?.()
      }
      mark.on('click', open)
      const button = mark.getElement()
      button?.setAttribute('aria-label', name)
      // Leaflet opens by Enter only what has a popup.
      button?.addEventListener('keydown', (e) => {
        if (e.key !== 'Enter' && e.key !== ' ') return
        e.preventDefault()
        open()
      })
    }
  }, [pins, base])

  return <div ref={box} className={styles.map} role="application" aria-label={label} />
}
