/** The package declares types only for its whole build; the light one has the same interface. */
declare module 'hls.js/light' {
  import Hls from 'hls.js/dist/hls.js'
  export default Hls
}
