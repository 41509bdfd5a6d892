// Turns the token behind the # of the address into a cookie, once. The address is cleaned first, so that no history
// and no copied link keeps the token.
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);

const answer = await fetch("/enter", {
  method: "POST",
  headers: { "Content-Type": "application/json", "Fatecast-Language": document.documentElement.lang },
  body: JSON.stringify({ token }),
});
const told = await answer.json();
if (answer.ok) {
  location.replace(told.next);
} else {
  document.getElementById("state").textContent = told.error;
}
