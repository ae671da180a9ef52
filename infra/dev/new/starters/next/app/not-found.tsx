export default function Missing() {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        <a href="/">The latest stories</a>
      </p>
    </>
  );
}
