/** A reader of QR codes: the browser's own where it has one, otherwise qr-scanner, which decodes in a worker and needs no WebAssembly. */
interface Reader {
  /** the code in the picture; null when there is none */
  read(video: HTMLVideoElement): Promise<string | null>
  close(): void
}
type Make = new (options: { formats: string[] }) => { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }

/** Chromium tells whether the document may use a feature; others have no such policy. */
const allowed = (): boolean =>
  (document as { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy?.allowsFeature('camera') ?? true

/**
 * `yes`: the camera can be opened here. `reload`: this page may use it, but the document was loaded for another page, whose policy it still
 * has. `no`: without a secure address or on other pages there is no camera.
 */
export function cameraState(page: string): 'yes' | 'reload' | 'no' {
  if (!navigator.mediaDevices?.getUserMedia) return 'no'
  if (allowed()) return 'yes'
  return location.pathname === page ? 'reload' : 'no'
}

async function openReader(): Promise<Reader> {
  const Native = (globalThis as { BarcodeDetector?: Make }).BarcodeDetector
  if (Native) {
    const detector = new Native({ formats: ['qr_code'] })
    return { read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null, close: () => {} }
  }
  const { default: QrScanner } = await import('qr-scanner')
  const qrEngine = await QrScanner.createQrEngine()
  const canvas = document.createElement('canvas')
  return {
    // It throws when the picture has no code.
    read: async (video) => (await QrScanner.scanImage(video, { qrEngine, canvas, returnDetailedScanResult: true })).data,
    close: () => {
      if (qrEngine instanceof Worker) qrEngine.terminate()
    },
  }
}

const EVERY_MS = 250

/** Reads codes from the rear camera into `video` until the returned function is called. Throws when access to the camera is refused. */
export async function readCodes(video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  try {
    video.srcObject = stream
    await video.play()
    const reader = await openReader()
    let busy = false
    const timer = setInterval(() => {
      // A slow phone reads one picture at a time.
      if (busy) return
      busy = true
      reader
        .read(video)
        .then(
          (text) => void (text && onCode(text)),
          // An unreadable picture is ignored, because the next one follows.
          () => {},
        )
        .finally(() => void (busy = false))
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
      reader.close()
      release()
    }
  } catch (error) {
    release()
    throw error
  }
}
