/** The browser's own reader of QR codes, where it has one; nothing is loaded for it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type Make = new (options: { formats: string[] }) => Detector
const maker = (): Make | undefined => (globalThis as { BarcodeDetector?: Make }).BarcodeDetector

export const hasCamera = (): boolean => maker() !== undefined && Boolean(navigator.mediaDevices?.getUserMedia)

const EVERY_MS = 250

/** Reads codes from the rear camera into `video` until the answered function is called. Throws when the camera is refused. */
export async function readCodes(video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> {
  const detector = new (maker()!)({ formats: ['qr_code'] })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  video.srcObject = stream
  await video.play()
  const timer = setInterval(() => {
    detector.detect(video).then(
      (codes) => codes.forEach(({ rawValue }) => onCode(rawValue)),
      // A frame that cannot be read is followed by the next.
      () => {},
    )
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}
