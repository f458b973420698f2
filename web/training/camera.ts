/** The browser's own detector of QR codes, when it has one; no code is loaded for it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type Make = new (options: { formats: string[] }) => Detector
const maker = (): Make | undefined => (globalThis as { BarcodeDetector?: Make }).BarcodeDetector

export const hasCamera = (): boolean => maker() !== undefined && Boolean(navigator.mediaDevices?.getUserMedia)

const EVERY_MS = 250

/** Reads codes from the rear camera into `video` until the returned function is called. Throws when access to the camera is refused. */
export async function readCodes(video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> {
  const detector = new (maker()!)({ formats: ['qr_code'] })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  video.srcObject = stream
  await video.play()
  const timer = setInterval(() => {
    detector.detect(video).then(
      (codes) => codes.forEach(({ rawValue }) => onCode(rawValue)),
      // An unreadable frame is ignored, because the next one follows.
      () => {},
    )
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}
