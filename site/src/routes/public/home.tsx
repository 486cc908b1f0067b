import { Hero } from '../../features/home/hero'
import { Interests } from '../../features/home/interests'

/** The front page. */
export default function Home() {
  return (
    <>
      <Hero />
      <Interests />
    </>
  )
}
