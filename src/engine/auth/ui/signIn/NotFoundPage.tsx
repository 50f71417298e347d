import { Card } from './Card.tsx'
import { useSignIn } from './EntranceContext.tsx'

/** For whoever is not signed in and asks for what is not there. */
export function NotFoundPage() {
  const { texts, goTo } = useSignIn()
  return (
    <Card title={texts.notFound.title} lead={texts.notFound.text}>
      <a
        className="submit"
        href="/"
        onClick={(event) => {
          event.preventDefault()
          goTo('/')
        }}
      >
        {texts.signIn.title}
      </a>
    </Card>
  )
}
